/** Lengths of the period that statistics cover, in days, including today. */
export const statisticsDays = [7, 28, 90] as const
export type StatisticsDays = (typeof statisticsDays)[number]

/**
 * Sources of a view, as named by the page that sends it. `site` is any other page of the site, or none: a
 * link opened in a new tab or from an app reveals nothing.
 */
export const viewSources = ['site', 'search', 'embed', 'link'] as const
export type ViewSource = (typeof viewSources)[number]

/** A group with fewer views counts under "Other", so that no single viewer can be recognised. */
export const smallestGroup = 10

/** Number of an account's videos from which its common countries and its most watched videos are computed. */
export const ownVideosCounted = 200
/** Number of most watched videos that are listed. */
export const topVideos = 10

/** Returns a number of sales if it may be shown: a lower one might identify a buyer. */
export function showableSales(sales: number): number | null {
  return sales < smallestGroup ? null : sales
}

export interface Group {
  /** Null for the group shown as "Other". */
  name: string | null
  views: number
}

/**
 * Returns the groups that may be shown, largest first. Those under `smallestGroup` are merged into one. While
 * the merged group is too small as well, it takes in the next smallest, or the total would reveal its size.
 */
export function showableGroups(groups: readonly Group[]): Group[] {
  const shown = groups
    .filter(({ name, views }) => name !== null && views > 0)
    .sort((a, b) => b.views - a.views)
  let other = groups.reduce((sum, { name, views }) => (name === null ? sum + views : sum), 0)
  while (true) {
    const last = shown.at(-1)
    if (!last || (last.views >= smallestGroup && (other === 0 || other >= smallestGroup))) break
    other += last.views
    shown.pop()
  }
  return other === 0 ? shown : [...shown, { name: null, views: other }]
}
