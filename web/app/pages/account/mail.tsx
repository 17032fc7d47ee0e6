import type { ReactNode } from 'react'
import type { MailPage as MailPageName } from '#contract/values/site/legal'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { ConfirmEmail } from '#web/features/account/mail-links/confirm-email.tsx'
import { ForgotPassword } from '#web/features/account/mail-links/forgot-password.tsx'
import { ConfirmNewsletter, Unsubscribe } from '#web/features/account/mail-links/newsletter.tsx'
import { ResetPassword } from '#web/features/account/mail-links/reset-password.tsx'
import { VerifyEmail } from '#web/features/account/mail-links/verify-email.tsx'

const pages: Record<MailPageName, { title: string; content: ReactNode }> = {
  'forgot-password': { title: 'Forgotten password', content: <ForgotPassword /> },
  'reset-password': { title: 'New password', content: <ResetPassword /> },
  'verify-email': { title: 'Confirm your email address', content: <VerifyEmail /> },
  'confirm-email': { title: 'Change your email address', content: <ConfirmEmail /> },
  'confirm-newsletter': { title: 'Newsletter', content: <ConfirmNewsletter /> },
  unsubscribe: { title: 'Unsubscribe', content: <Unsubscribe /> },
}

/**
 * Renders the pages that links in emails open. One file for all of them: each is small and visited on its
 * own.
 */
export function MailPage({ page }: { page: MailPageName }) {
  const { title, content } = pages[page]
  usePageTitle(title)
  return content
}
