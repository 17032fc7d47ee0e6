import { smallestGroup, type ViewSource } from '#contract/values/videos/statistics'

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

const sources: Record<ViewSource, string> = {
  site: 'This site, or opened directly',
  search: 'Search',
  embed: 'Embedded on other sites',
  link: 'Links on other sites',
}

const audiences: Record<string, string> = { members: 'Premium members', others: 'Free viewers' }

/** Names a country. Networks that hide theirs have codes of their own, such as `T1`. */
export function countryName(code: string): string {
  try {
    return countries.of(code) ?? code
  } catch {
    return code
  }
}

/** The ways in which views are divided: each with its heading, and the names of its groups. */
export const divisions = [
  { name: 'audience', title: 'Audience', nameOf: (name: string) => audiences[name] ?? name },
  {
    name: 'sources',
    title: 'Where viewers came from',
    nameOf: (name: string) => sources[name as ViewSource],
  },
  { name: 'countries', title: 'Countries', nameOf: countryName },
] as const

export const groupsNote = `Groups of fewer than ${smallestGroup} views are shown as “Other”, so that no viewer can be recognised.`

/** The name of all groups together that are too small to be shown. */
export const otherName = 'Other'
