import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatBytes } from '#contract/values/shared/bytes'
import { durationInWords } from '#contract/values/shared/duration-words'
import { minimumAge } from '#contract/values/shared/limits'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** Shows the site's requirements for uploads, from its settings. */
export function GuidelinesCard() {
  const { data: settings } = useQuery(settingsQuery)
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-panel border border-line bg-surface-1 p-5">
      <h2 id={id} className="font-bold text-lead">
        Upload Guidelines
      </h2>
      {settings ? (
        <ul className="grid gap-3 text-dim">
          <Guideline>Use good-quality video with clear picture and sound.</Guideline>
          <Guideline>
            {durationInWords(settings.minDuration)} to {durationInWords(settings.maxDuration)}, up to{' '}
            {formatBytes(settings.maxUploadBytes)}.
          </Guideline>
          <Guideline>Add an accurate title, description and category.</Guideline>
          <Guideline>Everyone shown is {minimumAge} or older and has agreed to be published here.</Guideline>
          <Guideline>
            {settings.requireContentApproval
              ? 'All uploads are reviewed before they appear publicly.'
              : "Public videos go live as soon as they're processed."}
          </Guideline>
        </ul>
      ) : (
        <Skeleton className="h-52" />
      )}
    </section>
  )
}

function Guideline({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-success" />
      <span>{children}</span>
    </li>
  )
}
