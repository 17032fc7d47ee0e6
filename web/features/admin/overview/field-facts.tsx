import type { FieldData } from '#contract/schemas/site/field-data'
import type { FieldError } from '#contract/values/site/field-data'
import { formatCount } from '#web/lib/format-count'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

const errorNames: Record<FieldError, string> = {
  network: 'Video stopped loading',
  decode: "Video couldn't be decoded",
  source: "Video couldn't be opened",
  script: 'Error in a script',
  server: 'Server error (500 and above)',
}

/** Shows figures about playback, failures, and the places from which the site responded. */
export function FieldFacts({ data }: { data: FieldData }) {
  const { visits, plays, qualities, errors, edgeCache, colos } = data
  const shareOf = (part: number, whole: number) => (whole > 0 ? percent.format(part / whole) : '–')
  const asked = edgeCache.hits + edgeCache.misses
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <TitledCard title="Playback">
        <FactList layout="lines">
          <Fact term="Videos played">{formatCount(plays.count)}</Fact>
          <Fact term="Buffered during playback">{shareOf(plays.stalled, plays.count)}</Fact>
          {qualities.map(({ quality, plays: played }) => (
            <Fact key={quality} term={`In ${quality}p`}>
              {shareOf(played, plays.count)}
            </Fact>
          ))}
        </FactList>
      </TitledCard>
      <TitledCard title="Errors, by share of visits">
        {errors.length === 0 ? (
          <p className="text-dim text-meta">None reported.</p>
        ) : (
          <FactList layout="lines">
            {errors.map(({ code, visits: affected }) => (
              <Fact key={code} term={errorNames[code]}>
                {shareOf(affected, visits)}
              </Fact>
            ))}
          </FactList>
        )}
      </TitledCard>
      <TitledCard title="Edge">
        <FactList layout="lines">
          <Fact term="Cache hits">{shareOf(edgeCache.hits, asked)}</Fact>
          {colos.map(({ colo, visits: answered }) => (
            <Fact key={colo} term={`Data centre ${colo}`}>
              {shareOf(answered, visits)}
            </Fact>
          ))}
        </FactList>
      </TitledCard>
    </div>
  )
}
