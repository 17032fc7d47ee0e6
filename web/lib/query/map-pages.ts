import type { InfiniteData } from '@tanstack/react-query'
import type { Page } from '../../../contract/schemas/site/boot'

/** Returns a paged list with its items changed or left out. */
export function mapPages<Item>(
  data: InfiniteData<Page<Item>> | undefined,
  change: (items: Item[]) => Item[],
): InfiniteData<Page<Item>> | undefined {
  return data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) }
}
