import { useId } from 'react'
import type { StorageScan } from '#contract/schemas/site/storage'
import { filesLabel } from './files-label'

/** Lists files that the tables name but R2 lacks, as far as the scan recorded them. */
export function MissingFiles({ scan: { missing, missingKeys } }: { scan: StorageScan }) {
  const id = useId()
  const more = missing - missingKeys.length
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="font-bold">
        Missing files
      </h3>
      <ul className="grid gap-1 text-dim text-meta">
        {missingKeys.map((key) => (
          <li key={key} className="wrap-anywhere">
            {key}
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="text-faint text-meta">And {filesLabel(more)} more.</p> : null}
    </section>
  )
}
