import type { OwnRemoval } from '#contract/schemas/moderation/safety'
import type { BadgeProps } from '#web/ui/badge.tsx'

interface State {
  label: string
  tone: NonNullable<BadgeProps['tone']>
}

const appealed: Record<NonNullable<OwnRemoval['appeal']>['status'], State> = {
  open: { label: 'Appeal open', tone: 'warning' },
  upheld: { label: 'Restored', tone: 'success' },
  rejected: { label: 'Appeal rejected', tone: 'danger' },
}

/** Returns the state in one or two words. */
export function removalState({ appeal }: OwnRemoval): State {
  return appeal ? appealed[appeal.status] : { label: 'Removed', tone: 'danger' }
}
