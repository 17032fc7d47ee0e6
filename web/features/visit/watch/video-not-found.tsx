import { VideoOff } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

export function VideoNotFound() {
  const navigate = useNavigate()
  const { key } = useLocation()

  function goBack() {
    // The first page of a visit has no earlier page of this site to return to.
    if (key === 'default') navigate(paths.home)
    else navigate(-1)
  }

  return (
    <EmptyState
      level={1}
      icon={<VideoOff />}
      title="Video not found"
      text="The video you're looking for doesn't exist or has been removed."
      action={
        <Button variant="primary" onClick={goBack}>
          Go Back
        </Button>
      }
    />
  )
}
