import type { Pages } from './paged'

/** Returns a paged list with its items changed or left out. */
export function mapPages<Item>(
  data: Pages<Item> | undefined,
  change: (items: Item[]) => Item[],
): Pages<Item> | undefined {
  return data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) }
}
