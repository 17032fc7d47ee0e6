import { legalTitles, paths } from '#web/lib/navigation/paths'
import { NewTabLink } from '#web/ui/text/new-tab-link.tsx'

export function TermsLink() {
  return <NewTabLink href={paths.legal('terms')}>{legalTitles.terms}</NewTabLink>
}

export function PrivacyLink() {
  return <NewTabLink href={paths.legal('privacy')}>{legalTitles.privacy}</NewTabLink>
}
