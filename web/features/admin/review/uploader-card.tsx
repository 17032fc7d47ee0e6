import { useQuery } from '@tanstack/react-query'
import { formatShortDate } from '#web/lib/format'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FactCard } from './fact-card'
import { uploaderQuery } from './queries'

/** Shows the video's uploader and their record. */
export function UploaderCard({ videoId }: { videoId: number }) {
  const { data, error, refetch } = useQuery(uploaderQuery(videoId))
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) {
    return (
      <div role="status" aria-busy="true" aria-label="Loading the uploader's record">
        <Skeleton className="h-60 rounded-card" />
      </div>
    )
  }
  const { user, createdAt, emailVerified, videos, approved, rejected, removed, openReports, ban } = data
  return (
    <FactCard title="Uploader">
      <FactList layout="lines">
        <Fact term="Name">{user.username}</Fact>
        <Fact term="Member since">
          <time dateTime={createdAt}>{formatShortDate(createdAt)}</time>
        </Fact>
        <Fact term="Email">{emailVerified ? 'Confirmed' : 'Not confirmed'}</Fact>
        <Fact term="Videos">{videos}</Fact>
        <Fact term="Approved">{approved}</Fact>
        <Fact term="Rejected">
          <Count of={rejected} />
        </Fact>
        <Fact term="Removed">
          <Count of={removed} />
        </Fact>
        <Fact term="Open reports">
          <Count of={openReports} />
        </Fact>
      </FactList>
      {ban ? (
        <p className="text-danger text-meta">
          Banned {ban.until ? `until ${formatShortDate(ban.until)}` : 'permanently'}: {ban.reason}
        </p>
      ) : null}
    </FactCard>
  )
}

/** Highlights any number above zero. */
function Count({ of: count }: { of: number }) {
  return count > 0 ? <strong className="text-warning">{count}</strong> : count
}
