import { legalTitles, paths } from '#web/lib/paths'
import { NewTabLink } from '#web/ui/new-tab-link.tsx'

export function TermsLink() {
  return <NewTabLink href={paths.legal('terms')}>{legalTitles.terms}</NewTabLink>
}

export function PrivacyLink() {
  return <NewTabLink href={paths.legal('privacy')}>{legalTitles.privacy}</NewTabLink>
}
