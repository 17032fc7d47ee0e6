import { VideoOff } from 'lucide-react'
import { paths } from '../../lib/navigation/paths'
import { ButtonLink } from '../../ui/button'
import { EmptyState } from '../../ui/feedback/empty-state'

/** Replaces the page of an own video that is missing. */
export function OwnVideoNotFound({ text }: { text: string }) {
  return (
    <EmptyState
      level={1}
      icon={<VideoOff />}
      title="Video not found"
      text={text}
      action={
        <ButtonLink variant="primary" to={paths.myVideos}>
          Go to My Videos
        </ButtonLink>
      }
    />
  )
}
