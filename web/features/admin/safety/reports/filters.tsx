import { X } from 'lucide-react'
import { reasonNames, reportReasons } from '#contract/values/moderation/reasons'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import type { ReportFilter } from '../queries'

export interface ReportFiltersProps {
  filter: ReportFilter
  onChange: (change: Partial<ReportFilter>) => void
  onAllVideos: () => void
}

export function ReportFilters({ filter, onChange, onAllVideos }: ReportFiltersProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Status" className="w-40">
        <Select
          value={filter.status}
          onChange={(event) => onChange({ status: event.target.value === 'decided' ? 'decided' : 'open' })}
        >
          <option value="open">Open</option>
          <option value="decided">Decided</option>
        </Select>
      </Field>
      <Field label="Reason" className="w-56">
        <Select
          value={filter.reason ?? ''}
          onChange={(event) =>
            onChange({ reason: reportReasons.find((reason) => reason === event.target.value) ?? null })
          }
        >
          <option value="">All</option>
          {reportReasons.map((reason) => (
            <option key={reason} value={reason}>
              {reasonNames[reason]}
            </option>
          ))}
        </Select>
      </Field>
      {filter.videoId === null ? null : (
        <Button className="h-11" onClick={onAllVideos}>
          Only video {filter.videoId}
          <X aria-hidden="true" className="size-4" />
          <span className="sr-only">Show all videos</span>
        </Button>
      )}
    </div>
  )
}
