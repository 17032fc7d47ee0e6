import { Link, Navigate } from 'react-router'
import { SignUpForm } from '../../features/auth/sign-up-form'
import { paths } from '../../lib/paths'
import { useViewer } from '../../lib/queries/viewer'
import { useReturnPath, withReturnPath } from '../../lib/return-path'
import { usePageTitle } from '../../lib/use-page-title'
import { FormPanel } from '../../ui/form-panel'

export function SignUpPage() {
  const { user } = useViewer()
  const from = useReturnPath()
  usePageTitle('Sign Up')
  // Also the way on after signing up: the form has no place in the history then.
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
