import { useQuery } from '@tanstack/react-query'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import { formatDuration } from '#contract/values/shared/duration'
import { categoriesQuery } from '#web/entities/video/category-queries'
import { shownAs, shownNames } from '#web/entities/video/state/video-state'
import { formatTime } from '#web/lib/format'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { FactCard } from './fact-card'
import { reviewedQuery } from './queries'

/** Shows the uploader's own details of the video. */
export function ReviewedFacts({ video }: { video: AdminVideo }) {
  const { data: categories } = useQuery(categoriesQuery)
  // Lists leave out the tags; the player asks for them with its files.
  const { data: detail } = useQuery(reviewedQuery(video))
  const shown = shownAs(video)
  const { description, categoryId, isPremium, duration, waitingSince, openReports } = video
  return (
    <FactCard title="Video">
      <p className="wrap-anywhere whitespace-pre-line text-dim text-meta">
        {description || 'No description.'}
      </p>
      <FactList layout="lines">
        <Fact term="Category">{categories?.find(({ id }) => id === categoryId)?.name ?? '–'}</Fact>
        {detail?.tags?.length ? (
          <Fact term="Tags">{detail.tags.map(({ name }) => name).join(', ')}</Fact>
        ) : null}
        <Fact term="Audience">{isPremium ? 'Premium' : 'Everyone'}</Fact>
        <Fact term="Visibility">
          {shownNames[shown]}
          {shown === 'scheduled' && video.publishAt ? (
            <>
              , <time dateTime={video.publishAt}>{formatTime(video.publishAt)}</time>
            </>
          ) : null}
        </Fact>
        {duration === null ? null : <Fact term="Duration">{formatDuration(duration)}</Fact>}
        {waitingSince ? (
          <Fact term="Submitted">
            <time dateTime={waitingSince}>{formatTime(waitingSince)}</time>
          </Fact>
        ) : null}
        {openReports > 0 ? (
          <Fact term="Open reports">
            <strong className="text-danger">{openReports}</strong>
          </Fact>
        ) : null}
      </FactList>
    </FactCard>
  )
}
