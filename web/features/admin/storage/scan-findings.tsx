import type { StorageScan } from '#contract/schemas/site/storage'
import { formatBytes } from '#contract/values/shared/bytes'
import { formatTime } from '#web/lib/format'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { filesLabel } from './files-label'

/** Says whether tables and R2 agree, once a scan is finished. */
export function ScanVerdict({ scan: { missing, orphans, driftBytes } }: { scan: StorageScan }) {
  if (missing > 0)
    return (
      <Alert tone="warning" title={`${filesLabel(missing)} ${missing === 1 ? 'is' : 'are'} missing`}>
        The database lists {missing === 1 ? 'a file that isn’t' : 'files that aren’t'} in R2. Videos that need{' '}
        {missing === 1 ? 'it' : 'them'} can't be played in full.
      </Alert>
    )
  if (orphans === 0 && driftBytes === 0) return <Alert tone="success" title="Database and R2 match" />
  return <Alert title="Database and R2 differ">Nothing is missing. The differences are below.</Alert>
}

/** Shows the findings, so far while a scan is running. */
export function ScanFacts({ scan }: { scan: StorageScan }) {
  const { startedAt, finishedAt, objects, bytes, orphans, orphanBytes, missing, driftBytes } = scan
  if (finishedAt === null)
    return (
      <p className="text-dim tabular-nums">
        {filesLabel(objects)}, {formatBytes(bytes)} so far.
      </p>
    )
  return (
    <FactList
      layout="cells"
      className="grid-cols-2 gap-4 rounded-card border border-line bg-surface-1 p-4 lg:grid-cols-5"
    >
      <Fact term="In R2">
        {filesLabel(objects)}, {formatBytes(bytes)}
      </Fact>
      <Fact term="Only in R2">
        {filesLabel(orphans)}, {formatBytes(orphanBytes)}
      </Fact>
      <Fact term="Only in the database">{filesLabel(missing)}</Fact>
      <Fact term="Difference" note="Sizes that differed were corrected.">
        {driftWords(driftBytes)}
      </Fact>
      <Fact term="Checked">
        <time dateTime={startedAt}>{formatTime(startedAt)}</time>
      </Fact>
    </FactList>
  )
}

function driftWords(driftBytes: number): string {
  if (driftBytes === 0) return 'None'
  return `${formatBytes(Math.abs(driftBytes))} ${driftBytes > 0 ? 'more' : 'less'} in the database`
}
