import { Link, Navigate } from 'react-router'
import { usePageTitle } from '../../../entities/settings/use-page-title'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { SignUpForm } from '../../../features/account/sign-in/sign-up-form'
import { paths } from '../../../lib/paths'
import { useReturnPath } from '../../../lib/return-path'
import { withReturnPath } from '../../../lib/with-return-path'
import { FormPanel } from '../../../ui/form/form-panel'

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
