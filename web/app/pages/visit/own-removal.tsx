import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, VideoOff } from 'lucide-react'
import { useParams } from 'react-router'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { OwnRemovalView } from '#web/features/visit/removal/own-removal.tsx'
import { ownRemovalQuery } from '#web/features/visit/removal/queries'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { PageSpinner } from '#web/ui/feedback/page-spinner.tsx'
import { RequireSignIn } from '../../layouts/require-sign-in'

export function OwnRemovalPage() {
  return (
    <RequireSignIn message="Please sign in to see why your video was removed.">
      <OwnRemoval />
    </RequireSignIn>
  )
}

function OwnRemoval() {
  const { id = '' } = useParams()
  const { data: removal, error, refetch } = useQuery(ownRemovalQuery(id))
  usePageTitle('Removed video')
  if (error && !removal) return <LoadError error={error} onRetry={refetch} />
  if (removal === undefined) return <PageSpinner />
  if (removal === null) {
    return (
      <EmptyState
        level={1}
        icon={<VideoOff />}
        title="Nothing found"
        text="We can't find that removal in your account. You may be signed in with a different one."
        action={<ButtonLink to={paths.myVideos}>Go to My Videos</ButtonLink>}
      />
    )
  }
  return (
    <div className="page max-w-3xl pt-6 sm:pt-8">
      <ButtonLink to={paths.myVideos} variant="ghost" className="-ml-3 mb-4 px-3">
        <ArrowLeft aria-hidden="true" className="size-4.5" />
        My Videos
      </ButtonLink>
      <OwnRemovalView removal={removal} />
    </div>
  )
}
