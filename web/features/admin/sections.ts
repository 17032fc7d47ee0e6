import { Film, HardDrive, Shapes, SlidersHorizontal, UsersRound } from 'lucide-react'

/** Tabs of the panel. Each says what will stand in it, and that this version has nothing there to work with. */
export const adminSections = [
  {
    value: 'content',
    label: 'Content Management',
    icon: Film,
    title: "Content can't be managed here yet",
    text: 'In a later version, videos that wait for approval will stand here, and every other video of the site.',
  },
  {
    value: 'categories',
    label: 'Categories',
    icon: Shapes,
    title: "Categories can't be changed here yet",
    text: 'In a later version, you will add, rename and delete categories here.',
  },
  {
    value: 'users',
    label: 'User Management',
    icon: UsersRound,
    title: "Users can't be managed here yet",
    text: 'In a later version, all accounts will stand here, with their status and role.',
  },
  {
    value: 'settings',
    label: 'Site Settings',
    icon: SlidersHorizontal,
    title: "Settings can't be changed here yet",
    text: 'In a later version, name, contact, approval, payments and maintenance will be set here.',
  },
  {
    value: 'storage',
    label: 'Storage Management',
    icon: HardDrive,
    title: "Storage isn't shown here yet",
    text: 'In a later version, this tab will show how much videos and pictures take up.',
  },
] as const

export type AdminSection = (typeof adminSections)[number]

/** The section that an address names; the first one for any other name. */
export function readSection(tab: string | null): AdminSection {
  return adminSections.find(({ value }) => value === tab) ?? adminSections[0]
}
