import { publishedDeliveries } from '../delivery/published'
import { loadDraft } from '../draft/draft'
import { isBare } from '../queue/queue-item'
import { onQueues, queuesOf } from '../queue/queues'
import { stateOf } from './item-state'
import { sumUp, type Work } from './work'

/** Returns an account's work in this tab; null where there is none. */
export function workInTab(account: number): Work | null {
  const queues = queuesOf(account)
  const items = queues.flatMap((queue) => queue.getItems()).filter((item) => !isBare(item))
  return sumUp({
    uploads: items.map((item) => {
      const job = item.job.getState()
      return { job, shown: stateOf(item, job, loadDraft(item.key)) }
    }),
    published: queues.reduce((sum, { publisher }) => sum + publisher.count, 0),
    deliveries: publishedDeliveries.get().map(({ delivery }) => delivery.getState()),
  })
}

/** Calls back when anything may have changed in it. Returns a function that ends this. */
export function onTabWork(account: number, listener: () => void): () => void {
  let stops: (() => void)[] = []
  const watch = () => {
    for (const stop of stops) stop()
    const deliveries = publishedDeliveries.get().map(({ delivery }) => delivery)
    stops = [...queuesOf(account), ...deliveries].map((each) => each.subscribe(listener))
    listener()
  }
  const ends = [onQueues(watch), publishedDeliveries.subscribe(watch)]
  watch()
  return () => {
    for (const end of [...ends, ...stops]) end()
  }
}
