import { paths } from './paths'

export const adminSections = [
  { value: 'overview', label: 'Overview' },
  { value: 'content', label: 'Content Management' },
  { value: 'categories', label: 'Categories' },
  { value: 'users', label: 'User Management' },
  { value: 'settings', label: 'Site Settings' },
  { value: 'storage', label: 'Storage Management' },
  { value: 'reports', label: 'Reports' },
  { value: 'removals', label: 'Removal requests' },
  { value: 'payments', label: 'Payments' },
  { value: 'audit', label: 'Audit log' },
  { value: 'mail', label: 'Email' },
  { value: 'jobs', label: 'Jobs' },
] as const

export type AdminSection = (typeof adminSections)[number]['value']

/** Returns the section that an address names, or the first one for an unknown name. */
export function readSection(tab: string | null): AdminSection {
  return adminSections.find(({ value }) => value === tab)?.value ?? adminSections[0].value
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

/**
 * Returns the address of a section of the control panel. Apart from `paths`, since only administrators need
 * it.
 */
export function adminTab(section: AdminSection, shown?: Readonly<Record<string, string>>): string {
  return `${paths.admin}?${new URLSearchParams(adminParams(section, shown))}`
}
