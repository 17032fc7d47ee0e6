import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Correction } from '#contract/schemas/moderation/content'
import type { CorrectedField } from '#contract/values/moderation/content'
import { call, client } from '#web/lib/api'
import { formatTime } from '#web/lib/format'
import { key } from '#web/lib/query/keys'
import { Alert } from '#web/ui/feedback/alert.tsx'

/** Queries the corrections that staff made to the viewer's own video, newest first. */
function correctionsQuery(id: number) {
  return queryOptions({
    queryKey: key('videos', 'corrections', id),
    queryFn: ({ signal }) =>
      call(client.api.videos[':id'].corrections.$get({ param: { id: String(id) } }, { init: { signal } })),
    staleTime: 30_000,
  })
}

const names: Record<CorrectedField, string> = {
  title: 'Title',
  description: 'Description',
  tags: 'Tags',
  category: 'Category',
  thumbnail: 'Thumbnail',
  captions: 'Captions',
}

/** Tells the uploader which corrections staff made, and why. Renders nothing if there are none. */
export function Corrections({ videoId }: { videoId: number }) {
  const { data } = useQuery(correctionsQuery(videoId))
  if (!data || data.length === 0) return null
  return (
    <Alert tone="warning" title="Our team corrected this video" className="mb-8">
      <ul className="grid gap-2">
        {data.map(({ id, at, note, changes }) => (
          <li key={id} className="wrap-anywhere">
            <time dateTime={at}>{formatTime(at)}</time>
            {note ? `: ${note}` : null}
            <ul>
              {changes.map((change) => (
                <li key={change.field}>{sentenceOf(change)}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function sentenceOf({ field, before, after }: Correction['changes'][number]): string {
  const name = names[field]
  if (before === null && after === null) return `${name} replaced`
  if (field === 'captions') return `${name} in ${after ?? before} ${after === null ? 'removed' : 'changed'}`
  return `${name}: “${before}” → “${after}”`
}
