import { ChevronUp } from 'lucide-react'
import { type OwnBulkAction, ownBulkActions, ownBulkSize } from '#contract/values/videos/video'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { ownBulkWords } from './own-bulk-words'

export interface OwnBulkBarProps {
  count: number
  /** The deleted videos are listed. */
  inTrash: boolean
  /** The account may mark videos as premium. */
  mayMarkPremium: boolean
  busy: boolean
  onAct: (action: OwnBulkAction) => void
  onClear: () => void
}

const ofTrash: readonly OwnBulkAction[] = ['restore', 'delete-for-good']

/**
 * Renders the actions on the selected videos: changes in a menu, the others beside it where there is room.
 */
export function OwnBulkBar({ count, inTrash, mayMarkPremium, busy, onAct, onClear }: OwnBulkBarProps) {
  const offered = ownBulkActions.filter((action) => action !== 'premium' || mayMarkPremium)
  const actions = inTrash ? ofTrash : offered.filter((action) => !ofTrash.includes(action))
  const changes = actions.filter((action) => action !== 'delete')
  const menu = (items: readonly OwnBulkAction[], label: string) => (
    <Menu
      trigger={
        <Button disabled={busy}>
          {label}
          <ChevronUp aria-hidden="true" className="size-4" />
        </Button>
      }
      items={items.map((action) => ({
        value: action,
        label: ownBulkWords[action].label,
        destructive: action === 'delete' || action === 'delete-for-good',
      }))}
      onSelect={(value) => {
        const action = items.find((each) => each === value)
        if (action) onAct(action)
      }}
    />
  )
  const buttons: readonly OwnBulkAction[] = inTrash ? ofTrash : ['delete']
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="mr-2 font-medium tabular-nums">
        {count} selected{count === ownBulkSize ? ', the maximum' : ''}
      </p>
      <Button variant="ghost" className="-ml-3 px-3" onClick={onClear}>
        Clear
      </Button>
      <div className="ml-auto hidden flex-wrap gap-2 xl:flex">
        {inTrash ? null : menu(changes, 'Change')}
        {buttons.map((action) => (
          <Button
            key={action}
            variant={action === 'restore' ? 'secondary' : 'ghost'}
            className="px-4"
            disabled={busy}
            onClick={() => onAct(action)}
          >
            {ownBulkWords[action].label}
          </Button>
        ))}
      </div>
      <div className="ml-auto xl:hidden">{menu(actions, 'Actions')}</div>
    </div>
  )
}
