import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { withPassword } from '#web/entities/viewer/with-password'
import { client } from '#web/lib/api'
import { saveFile } from '#web/lib/dom/save-file'
import { fileOf } from '#web/lib/file-of'
import { useNow } from '#web/lib/time/use-now'
import { Button } from '#web/ui/button.tsx'
import { failedTo } from '#web/ui/feedback/failed-to'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** How far back the list of months goes. */
const monthsBack = 36

/** Saves a month's charges, refunds and chargebacks, to compare with a provider's payouts, and its report for the acquirer. */
export function MonthExport() {
  const id = useId()
  const months = monthsBefore(useNow())
  const [month, setMonth] = useState(months[1] ?? '')
  const statement = useMonthFile(
    `payments-${month}.csv`,
    () => client.api.admin['payment-statements'][':month'].$get({ param: { month } }),
    'export the payments',
  )
  const report = useMonthFile(
    `acquirer-report-${month}.csv`,
    () => client.api.admin['acquirer-reports'][':month'].$get({ param: { month } }),
    'export the report',
  )
  return (
    <section
      aria-labelledby={id}
      className="grid gap-3 rounded-card border border-line bg-surface-1 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end"
    >
      <div className="grid gap-1 sm:col-span-2">
        <h2 id={id} className="font-bold text-lead">
          Monthly files
        </h2>
        <p className="text-dim text-meta">
          Payments: every charge, refund and chargeback of a month, crypto included, with the IDs that appear
          in your providers' payout statements. Months are in UTC.
        </p>
        <p className="text-dim text-meta">
          Acquirer report: what was uploaded, reviewed and removed in the month, and each complaint with the
          hours it took to decide. It doesn't say who complained.
        </p>
      </div>
      <Field label="Month">
        <Select value={month} onChange={(event) => setMonth(event.target.value)} className="max-w-80">
          {months.map((each, index) => (
            <option key={each} value={each}>
              {monthName(each)}
              {index === 0 ? ' (so far)' : ''}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button busy={statement.isPending} onClick={() => statement.mutate()}>
          <Download aria-hidden="true" className="size-4.5" />
          Payments (CSV)
        </Button>
        <Button busy={report.isPending} onClick={() => report.mutate()}>
          <Download aria-hidden="true" className="size-4.5" />
          Acquirer report (CSV)
        </Button>
      </div>
    </section>
  )
}

/** Saves a file of the chosen month. */
function useMonthFile(name: string, get: () => Parameters<typeof fileOf>[0], what: string) {
  return useMutation({
    mutationFn: () => withPassword(() => fileOf(get())),
    onSuccess: (file) => saveFile(file, name),
    onError: (error) => failedTo(what, error),
  })
}

/** Returns the current month and those before it, newest first: `2026-11`. */
function monthsBefore(now: number): string[] {
  const today = new Date(now)
  return Array.from({ length: monthsBack }, (_, index) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - index)).toISOString().slice(0, 7),
  )
}

const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function monthName(month: string): string {
  return name.format(new Date(`${month}-01`))
}
