import { Link, Navigate } from 'react-router'
import { SiteName } from '#web/entities/settings/site-name.tsx'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { PrivacyLink, TermsLink } from '#web/features/account/sign-in/legal-links.tsx'
import { SignInForm } from '#web/features/account/sign-in/sign-in-form.tsx'
import { paths } from '#web/lib/navigation/paths'
import { useReturnPath } from '#web/lib/navigation/return-path'
import { withReturnPath } from '#web/lib/navigation/with-return-path'
import { FormPanel } from '#web/ui/form/form-panel.tsx'

export function SignInPage() {
  const { user } = useViewer()
  const from = useReturnPath()
  usePageTitle('Sign In')
  // Also navigates on after signing in, so that the form leaves no entry in the history.
  if (user) return <Navigate to={from} replace />
  return (
    <FormPanel
      title="Sign In"
      subtitle={
        <>
          Welcome back to <SiteName />
        </>
      }
      footer={
        <>
          New here?{' '}
          <Link to={withReturnPath(paths.signUp, from)} className="font-medium text-text hover:text-accent">
            Sign Up
          </Link>
        </>
      }
    >
      <SignInForm>
        <Link
          to={paths.mail('forgot-password')}
          className="-my-2 justify-self-center rounded-badge py-2 text-dim hover:text-text"
        >
          Forgot password?
        </Link>
      </SignInForm>
      <p className="flex flex-wrap justify-center gap-x-4 gap-y-1 text-meta">
        <TermsLink />
        <PrivacyLink />
      </p>
    </FormPanel>
  )
}
