import { Link, Navigate } from 'react-router'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { SignUpForm } from '#web/features/account/sign-in/sign-up-form.tsx'
import { paths } from '#web/lib/navigation/paths'
import { useReturnPath } from '#web/lib/navigation/return-path'
import { withReturnPath } from '#web/lib/navigation/with-return-path'
import { FormPanel } from '#web/ui/form/form-panel.tsx'

export function SignUpPage() {
  const { user } = useViewer()
  const from = useReturnPath()
  usePageTitle('Sign Up')
  // Also navigates on after signing up, so that the form leaves no entry in the history.
  if (user) return <Navigate to={from} replace />
  return (
    <FormPanel
      title="Create an Account"
      subtitle="Sign up to access exclusive content"
      footer={
        <>
          Already have an account?{' '}
          <Link to={withReturnPath(paths.signIn, from)} className="font-medium text-text hover:text-accent">
            Sign In
          </Link>
        </>
      }
    >
      <SignUpForm />
    </FormPanel>
  )
}
