import type { StorageScan } from '../../../../contract/schemas/site/storage'
import { formatBytes } from '../../../../contract/values/shared/bytes'
import { formatTime } from '../../../lib/format'
import { Fact, FactList } from '../../../ui/fact-list'
import { Alert } from '../../../ui/feedback/alert'
import { filesLabel } from './files-label'

/** Says whether tables and R2 agree, once a scan is finished. */
export function ScanVerdict({ scan: { missing, orphans, driftBytes } }: { scan: StorageScan }) {
  if (missing > 0)
    return (
      <Alert tone="warning" title={`${filesLabel(missing)} ${missing === 1 ? 'is' : 'are'} missing`}>
        The tables name {missing === 1 ? 'a file that isn’t' : 'files that aren’t'} in R2. Videos that need{' '}
        {missing === 1 ? 'it' : 'them'} can’t be played in full.
      </Alert>
    )
  if (orphans === 0 && driftBytes === 0) return <Alert tone="success" title="Tables and R2 agree" />
  return <Alert title="Tables and R2 differ">Nothing is missing. How they differ stands below.</Alert>
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
      <Fact term="In R2 and in no table">
        {filesLabel(orphans)}, {formatBytes(orphanBytes)}
      </Fact>
      <Fact term="In a table and not in R2">{filesLabel(missing)}</Fact>
      <Fact term="Drift" note="Sizes that differed are put right by the refresh.">
        {driftWords(driftBytes)}
      </Fact>
      <Fact term="Looked through">
        <time dateTime={startedAt}>{formatTime(startedAt)}</time>
      </Fact>
    </FactList>
  )
}

function driftWords(driftBytes: number): string {
  if (driftBytes === 0) return 'None'
  return `${formatBytes(Math.abs(driftBytes))} ${driftBytes > 0 ? 'more' : 'less'} in the tables`
}
