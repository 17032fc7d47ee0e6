import { useParams } from 'react-router'
import { OwnStatistics } from '#web/features/publish/statistics/own-statistics.tsx'
import { VideoStatistics } from '#web/features/publish/statistics/video-statistics.tsx'
import { readId } from '#web/lib/navigation/paths'
import { RequireSignIn } from '../../layouts/require-sign-in'

/** Shows the statistics of the video that the address names, or of all. */
export function StatisticsPage() {
  const { id } = useParams()
  return (
    <RequireSignIn message="Please sign in to see your statistics">
      {id === undefined ? <OwnStatistics /> : <VideoStatistics id={readId(id)} />}
    </RequireSignIn>
  )
}
