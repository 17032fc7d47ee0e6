import { Compass } from 'lucide-react'
import { usePageTitle } from '../../../entities/settings/use-page-title'
import { paths } from '../../../lib/paths'
import { ButtonLink } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'

export function NotFoundPage() {
  usePageTitle('404 Page Not Found')
  return (
    <EmptyState
      level={1}
      icon={<Compass />}
      title="404 Page Not Found"
      text="We can't find that page. It may have moved, or the address may be wrong."
      action={
        <>
          <ButtonLink to={paths.home} variant="primary">
            Go to the home page
          </ButtonLink>
          <ButtonLink to={paths.categories}>All Categories</ButtonLink>
        </>
      }
    />
  )
}
