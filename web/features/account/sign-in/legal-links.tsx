import { legalTitles, paths } from '../../../lib/paths'
import { NewTabLink } from '../../../ui/new-tab-link'

export function TermsLink() {
  return <NewTabLink href={paths.legal('terms')}>{legalTitles.terms}</NewTabLink>
}

export function PrivacyLink() {
  return <NewTabLink href={paths.legal('privacy')}>{legalTitles.privacy}</NewTabLink>
}
