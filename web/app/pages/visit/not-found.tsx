import { Compass } from 'lucide-react'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

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
