import { CircleAlert, CircleCheck } from 'lucide-react'
import { useId } from 'react'
import type { Overview } from '../../../../contract/schemas/site/overview'
import { adminTab } from '../../../lib/admin-paths'
import { paths } from '../../../lib/paths'
import { TextLink } from '../../../ui/text-link'

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
    done: 'Videos are looked at before they appear',
    missing: 'Videos appear without a look at them',
    meaning:
      'Everything that is uploaded is public at once. Processors of cards and the law of many countries ask that somebody looks first.',
    fix: { to: adminTab('settings'), label: 'Turn on approval' },
  },
  mail: {
    done: 'Mail has a sender',
    missing: 'Mail does not arrive',
    meaning:
      'Its sender is still the example, so receipts, decisions and links for a new password reach nobody. MAIL_FROM in the configuration of the worker names the sender.',
    fix: { to: adminTab('mail'), label: 'See what waits' },
  },
  regions: {
    done: 'Where the site may be seen is decided',
    missing: 'Nobody has decided where the site may be seen',
    meaning:
      'It is open in every country, also where the law asks for a proof of age that this site does not take. List regions, or say that it stays open everywhere.',
    fix: { to: `${adminTab('settings')}#regions`, label: 'Decide on regions' },
  },
  processor: {
    done: 'Members can pay',
    missing: 'Nobody can pay for real',
    meaning:
      'No payment provider is set up for real, or the site plays with the sandbox: no money comes. Keys are set in the configuration of the worker.',
    fix: { to: adminTab('payments'), label: 'See payments' },
  },
  contact: {
    done: 'The contact address is your own',
    missing: 'The contact address is still the example',
    meaning: 'Legal pages and mails name an address at which nobody reads, takedown notices among them.',
    fix: { to: adminTab('settings'), label: 'Set the address' },
  },
  legal: {
    done: 'The legal pages are your own',
    missing: 'The legal pages are still the ones that came with the software',
    meaning: 'They name no company, no court and no keeper of records. Have them read by a lawyer.',
    fix: { to: adminTab('settings', { view: 'legal' }), label: 'Edit the legal pages' },
  },
  'second-factor': {
    done: 'Your own account asks for a code after the password',
    missing: 'Your password alone opens this control panel',
    meaning:
      'Whoever learns it can read the mail addresses of all members, take videos down and give refunds. With two-step sign-in they would need your phone as well.',
    fix: { to: paths.settings, label: 'Turn on two-step sign-in' },
  },
}

/** Lists everything that an operator has to set up, and the consequences where it isn't. */
export function Checklist({ items }: { items: readonly Item[] }) {
  const id = useId()
  const open = items.filter(({ ok }) => !ok).length
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id={id} className="font-bold text-section">
          In order
        </h2>
        <p className="text-dim tabular-nums">
          {open === 0 ? 'Everything on the list is.' : `${items.length - open} of ${items.length} are.`}
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
          <span className="sr-only">In order: </span>
          {done}
        </p>
      </div>
    )
  return (
    <div className="flex gap-3 px-4 py-3">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="grid flex-1 gap-x-6 gap-y-1 md:grid-cols-[1fr_auto] md:items-center">
        <div className="grid gap-0.5">
          <p className="font-medium">
            <span className="sr-only">Open: </span>
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
