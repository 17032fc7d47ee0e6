import type { Capability } from '#contract/values/accounts/permissions'
import { paths } from './paths'

export const adminSections = [
  { value: 'overview', label: 'Overview', needs: 'site.administer' },
  { value: 'content', label: 'Content Management', needs: 'video.review' },
  { value: 'categories', label: 'Categories', needs: 'site.administer' },
  { value: 'tags', label: 'Tags', needs: 'site.administer' },
  { value: 'users', label: 'User Management', needs: 'user.read' },
  { value: 'settings', label: 'Site Settings', needs: 'site.administer' },
  { value: 'storage', label: 'Storage Management', needs: 'site.administer' },
  { value: 'reports', label: 'Reports', needs: 'case.decide' },
  { value: 'comments', label: 'Comments', needs: 'case.decide' },
  { value: 'removals', label: 'Removal requests', needs: 'case.decide' },
  { value: 'payments', label: 'Payments', needs: 'payment.read' },
  { value: 'audit', label: 'Audit log', needs: 'site.administer' },
  { value: 'mail', label: 'Email', needs: 'mail.resend' },
  { value: 'jobs', label: 'Jobs', needs: 'site.administer' },
  { value: 'status', label: 'Status', needs: 'site.administer' },
] as const satisfies readonly { value: string; label: string; needs: Capability }[]

export type AdminSection = (typeof adminSections)[number]['value']

/** Returns the sections that the viewer may open, in order. Every role of staff has one. */
export function sectionsFor(can: (capability: Capability) => boolean) {
  return adminSections.filter(({ needs }) => can(needs))
}

/** Returns the section that an address names, or the first one for an unknown name. */
export function readSection(
  sections: readonly (typeof adminSections)[number][],
  tab: string | null,
): AdminSection {
  return (sections.find(({ value }) => value === tab) ?? sections[0] ?? adminSections[0]).value
}

/** Returns the query of a URL that opens a video's case over the current page. */
export function caseQuery(params: URLSearchParams, videoId: number): string {
  return `?${new URLSearchParams([...params].filter(([name]) => name !== 'case').concat([['case', String(videoId)]]))}`
}

/**
 * Returns the query parameters of a section's address. The type checks the name, since an unknown one would
 * open the first section.
 */
export function adminParams(
  section: AdminSection,
  shown: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { tab: section, ...shown }
}

/** The parameter that puts the newest video of the review queue first. */
export const queueParam = { name: 'queue', newest: 'newest' } as const

/** Returns the address of the review queue, the newest first. */
export function newestToReview(): string {
  return adminTab('content', { [queueParam.name]: queueParam.newest })
}

/**
 * Returns the address of a section of the control panel. Apart from `paths`, since only administrators need
 * it.
 */
export function adminTab(section: AdminSection, shown?: Readonly<Record<string, string>>): string {
  return `${paths.admin}?${new URLSearchParams(adminParams(section, shown))}`
}
