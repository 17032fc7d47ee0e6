import { CircleCheck, CircleExclamationPoint } from 'lucide-react'
import { useId } from 'react'
import type { Overview } from '#contract/schemas/site/overview'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { paths } from '#web/lib/navigation/paths'
import { TextLink } from '#web/ui/text/link.tsx'

type Item = Overview['checklist'][number]

interface Words {
  /** Shown when it is in order. */
  done: string
  missing: string
  /** The consequence when it is missing. */
  meaning: string
  fix: { to: string; label: string }
}

const words: Record<Item['id'], Words> = {
  approval: {
    done: 'Videos are reviewed before they go live',
    missing: 'Videos go live without review',
    meaning:
      'Uploads go public right away. Card networks, and the law in many countries, require review before publication.',
    fix: { to: adminTab('settings'), label: 'Require approval' },
  },
  mail: {
    done: 'Email is set up',
    missing: "Email isn't set up",
    meaning:
      "The sender address is still a placeholder, so receipts, decisions and password links don't reach anyone. Set MAIL_FROM in the worker's configuration.",
    fix: { to: adminTab('mail'), label: 'View waiting email' },
  },
  regions: {
    done: 'Regional availability is decided',
    missing: "Regional availability isn't decided",
    meaning:
      "The site is open in every country, including places whose law requires age verification, which this site doesn't offer. List regions to block, or confirm that it stays open everywhere.",
    fix: { to: `${adminTab('settings')}#regions`, label: 'Choose regions' },
  },
  processor: {
    done: 'Payments are live',
    missing: "Payments aren't live",
    meaning:
      "No live payment provider is configured. Payments go to the sandbox. Set the provider's keys in the worker's configuration.",
    fix: { to: adminTab('payments'), label: 'View payments' },
  },
  contact: {
    done: 'Contact address is set',
    missing: 'Contact address is still a placeholder',
    meaning: 'Legal pages and emails give an address that no one reads, including for takedown notices.',
    fix: { to: adminTab('settings'), label: 'Set address' },
  },
  legal: {
    done: 'Legal pages are customised',
    missing: 'Legal pages are still the defaults',
    meaning: "They don't name a company, jurisdiction or records custodian. Have a lawyer review them.",
    fix: { to: adminTab('settings', { view: 'legal' }), label: 'Edit legal pages' },
  },
  'second-factor': {
    done: 'Your account uses two-step sign-in',
    missing: "Your account doesn't use two-step sign-in",
    meaning:
      "Anyone who gets your password can read members' email addresses, remove videos and issue refunds. With two-step sign-in they'd need your phone too.",
    fix: { to: paths.settings, label: 'Turn on two-step sign-in' },
  },
}

/** Lists the operator's setup steps, with the consequence of each that is missing. */
export function Checklist({ items }: { items: readonly Item[] }) {
  const id = useId()
  const open = items.filter(({ ok }) => !ok).length
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id={id} className="font-bold text-section">
          Setup checklist
        </h2>
        <p className="text-dim tabular-nums">
          {open === 0 ? 'All done' : `${items.length - open} of ${items.length} done`}
        </p>
      </div>
      <ul className="grid rounded-card border border-line bg-surface-1 [&>*+*]:border-line [&>*+*]:border-t">
        {[...items]
          .sort((one, other) => Number(one.ok) - Number(other.ok))
          .map((item) => (
            <li key={item.id}>
              <ChecklistItem item={item} />
            </li>
          ))}
      </ul>
    </section>
  )
}

function ChecklistItem({ item: { id, ok } }: { item: Item }) {
  const { done, missing, meaning, fix } = words[id]
  if (ok)
    return (
      <div className="flex gap-3 px-4 py-3">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
        <p className="text-dim">
          <span className="sr-only">Done: </span>
          {done}
        </p>
      </div>
    )
  return (
    <div className="flex gap-3 px-4 py-3">
      <CircleExclamationPoint aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="grid flex-1 gap-x-6 gap-y-1 md:grid-cols-[1fr_auto] md:items-center">
        <div className="grid gap-0.5">
          <p className="font-medium">
            <span className="sr-only">To do: </span>
            {missing}
          </p>
          <p className="max-w-2xl text-dim text-meta">{meaning}</p>
        </div>
        <TextLink to={fix.to} className="flex min-h-10 items-center whitespace-nowrap">
          {fix.label}
        </TextLink>
      </div>
    </div>
  )
}
