import { isAtWork } from '../delivery/at-work'
import { publishedDeliveries } from '../delivery/published'
import { allQueues } from './queues'

/** From now on, asks before this tab is closed while it works on a video, or has something that closing would lose. */
export function askBeforeClosing(): void {
  addEventListener('beforeunload', ask)
}

export function stopAsking(): void {
  removeEventListener('beforeunload', ask)
}

function ask(event: BeforeUnloadEvent): void {
  const isBusy =
    allQueues().some((queue) => queue.isAtWork || queue.wouldLose) ||
    publishedDeliveries.get().some(({ delivery }) => isAtWork(delivery.getState()))
  if (isBusy) event.preventDefault()
}
