import type { QueryClient } from '@tanstack/react-query'
import { invalidateVideos } from '#web/lib/query/invalidate-videos'
import { errorToast, toast } from '#web/ui/feedback/toast'
import { publishedDeliveries } from '../delivery/published'
import type { QueuePublished } from '../queue/publisher'
import { isMaking } from './work'

/** Says that the last video of a queue is published, and refreshes the lists after each one. */
export async function announce(
  { video, lacksTrailer, isLast, count }: QueuePublished,
  queryClient: QueryClient,
): Promise<void> {
  if (isLast) {
    const [title, it] = count === 1 ? ['Video uploaded', 'It'] : [`${count} videos uploaded`, 'Each']
    toast({
      title,
      description:
        (video.review === 'pending'
          ? `${it} will go live once it's been reviewed.`
          : `${it} will go live as soon as it's been processed.`) + stillToDo(),
    })
  }
  await invalidateVideos(queryClient)
  if (lacksTrailer)
    errorToast('Trailer not added', 'The video was published without it. You can add one on the edit page.')
}

/** Says that the tab is still needed; the line below the header says how far it is. */
function stillToDo(): string {
  const isNeeded = publishedDeliveries.get().some(({ delivery }) => isMaking(delivery.getState()))
  return isNeeded ? ' Keep this tab open: qualities are still being added.' : ''
}
