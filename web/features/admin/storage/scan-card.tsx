import { RefreshCw } from 'lucide-react'
import { useId } from 'react'
import type { StorageStats } from '#contract/schemas/site/storage'
import { Button } from '#web/ui/button.tsx'
import { MissingFiles } from './missing-files'
import { useScan } from './mutations'
import { isScanning } from './queries'
import { ScanFacts, ScanVerdict } from './scan-findings'

/** Compares the contents of R2 with the tables. */
export function ScanCard({ stats }: { stats: StorageStats }) {
  const id = useId()
  const { mutate, isPending } = useScan()
  const { scan } = stats
  const busy = isPending || isScanning(stats)
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id={id} className="font-bold text-section">
            Check against R2
          </h2>
          <p className="max-w-2xl text-dim">
            The figures above come from our own records. Refresh compares them with R2 itself.
          </p>
        </div>
        <Button onClick={() => mutate()} busy={busy}>
          {busy ? null : <RefreshCw aria-hidden="true" className="size-4" />}
          {busy ? 'Refreshing...' : 'Refresh'}
        </Button>
      </div>
      {/* Announces only the state: the numbers change every other second. */}
      <div role="status">
        {scan === null ? (
          <p className="text-dim">Not checked yet.</p>
        ) : scan.finishedAt === null ? (
          <p className="text-dim">Checking R2.</p>
        ) : (
          <ScanVerdict scan={scan} />
        )}
      </div>
      {scan ? <ScanFacts scan={scan} /> : null}
      {scan && scan.missingKeys.length > 0 ? <MissingFiles scan={scan} /> : null}
    </section>
  )
}
