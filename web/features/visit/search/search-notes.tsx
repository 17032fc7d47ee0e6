import { Link } from 'react-router'
import { searchLength } from '#contract/values/shared/limits'
import { countedAtMost, type SearchInfo } from '#contract/values/videos/search'
import { paths } from '#web/lib/navigation/paths'

export interface SearchNotesProps {
  q: string
  /** Null until it is known. */
  info: SearchInfo | null
  /** Filters or an order hold among the videos that the search looked at. */
  isNarrowed: boolean
}

/** Says how many videos were found, and whether the words were cut off, corrected or found only in part. */
export function SearchNotes({ q, info, isNarrowed }: SearchNotesProps) {
  return (
    // As tall as its first line, so that nothing moves when it comes.
    <div role="status" className="mb-4 min-h-5.25 text-dim text-meta [overflow-wrap:anywhere]">
      {info ? (
        <>
          <p>
            {countOf(info)}
            {info.lookedAt !== null && isNarrowed
              ? ` Sorted and filtered within the first ${info.lookedAt} matches.`
              : ''}
          </p>
          {[...q].length > searchLength.max ? (
            <p>Your search was long, so we used its first {searchLength.max} characters.</p>
          ) : null}
          {info.corrected ? (
            <p>
              No results for “{q}”. Showing results for <OtherSearch q={info.corrected} /> instead.
            </p>
          ) : null}
          {info.suggestion ? (
            <p>
              Did you mean <OtherSearch q={info.suggestion} />?
            </p>
          ) : null}
          {info.isPartial ? <p>No video has all of these words. Showing videos with some of them.</p> : null}
        </>
      ) : null}
    </div>
  )
}

function countOf({ matches, isMore }: SearchInfo): string {
  if (isMore) return `More than ${countedAtMost} videos.`
  return matches === 1 ? '1 video.' : `${matches} videos.`
}

function OtherSearch({ q }: { q: string }) {
  return (
    <Link to={paths.search(q)} className="font-bold text-accent hover:underline">
      {q}
    </Link>
  )
}
