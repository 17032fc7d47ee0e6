import { useId } from 'react'
import type { StorageStats } from '#contract/schemas/site/storage'
import { Fact, FactList } from '#web/ui/fact-list.tsx'

export function BucketFacts({ stats: { storageType, bucket, baseUrl } }: { stats: StorageStats }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-bold text-section">
        Location
      </h2>
      <FactList layout="cells" className="gap-4 sm:grid-cols-3">
        <Fact term="Type">{storageType}</Fact>
        <Fact term="Bucket">{bucket}</Fact>
        <Fact term="Files served from">{baseUrl}</Fact>
      </FactList>
    </section>
  )
}
