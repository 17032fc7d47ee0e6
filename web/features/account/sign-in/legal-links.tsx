import type { ReactNode } from 'react'
import type { LegalPage } from '../../../../contract/values/site/legal'
import { legalTitles, paths } from '../../../lib/paths'

export function TermsLink() {
  return <LegalLink page="terms">{legalTitles.terms}</LegalLink>
}

export function PrivacyLink() {
  return <LegalLink page="privacy">{legalTitles.privacy}</LegalLink>
}

/** Opens in its own tab, so that the form keeps its input. */
function LegalLink({ page, children }: { page: LegalPage; children: ReactNode }) {
  return (
    <a
      href={paths.legal(page)}
      target="_blank"
      rel="noopener"
      className="rounded-badge text-text underline decoration-faint underline-offset-3 hover:decoration-text"
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
