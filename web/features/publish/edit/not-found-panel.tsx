import { VideoOff } from 'lucide-react'
import { paths } from '../../../lib/paths'
import { ButtonLink } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'

export function NotFoundPanel() {
  return (
    <EmptyState
      level={1}
      icon={<VideoOff />}
      title="Video not found"
      text="The video you're trying to edit doesn't exist or has been removed."
      action={
        <ButtonLink variant="primary" to={paths.myVideos}>
          Go to My Videos
        </ButtonLink>
      }
    />
  )
}
