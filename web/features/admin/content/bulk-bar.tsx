import { ChevronUp } from 'lucide-react'
import { type BulkAction, bulkActions, bulkSize } from '#contract/values/moderation/content'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { bulkWords } from './bulk-words'

export interface BulkBarProps {
  count: number
  busy: boolean
  onAct: (action: BulkAction) => void
  onClear: () => void
}

/** Renders the actions for the selected videos: buttons where there is room, else a menu. */
export function BulkBar({ count, busy, onAct, onClear }: BulkBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="mr-2 font-medium tabular-nums">
        {count} selected{count === bulkSize ? ', the maximum' : ''}
      </p>
      <Button variant="ghost" className="-ml-3 px-3" onClick={onClear}>
        Clear
      </Button>
      <div className="ml-auto hidden flex-wrap gap-2 xl:flex">
        {bulkActions.map((action) => (
          <Button
            key={action}
            variant={action === 'delete' ? 'ghost' : 'secondary'}
            className="px-4"
            disabled={busy}
            onClick={() => onAct(action)}
          >
            {bulkWords[action].label}
          </Button>
        ))}
      </div>
      <div className="ml-auto xl:hidden">
        <Menu
          trigger={
            <Button disabled={busy}>
              Actions
              <ChevronUp aria-hidden="true" className="size-4" />
            </Button>
          }
          items={bulkActions.map((action) => ({
            value: action,
            label: bulkWords[action].label,
            destructive: action === 'delete',
          }))}
          onSelect={(value) => {
            const action = bulkActions.find((each) => each === value)
            if (action) onAct(action)
          }}
        />
      </div>
    </div>
  )
}
