import { HardDrive, type LucideIcon, Shapes, SlidersHorizontal, UsersRound } from 'lucide-react'

/** What stands in a tab that this version has nothing to work with in. */
interface Placeholder {
  icon: LucideIcon
  title: string
  text: string
}

export interface AdminSection {
  value: 'content' | 'categories' | 'users' | 'settings' | 'storage' | 'payments'
  label: string
  /** Null where the page has a panel. */
  placeholder: Placeholder | null
}

export const adminSections: readonly [AdminSection, ...AdminSection[]] = [
  {
    value: 'content',
    label: 'Content Management',
    placeholder: null,
  },
  {
    value: 'categories',
    label: 'Categories',
    placeholder: {
      icon: Shapes,
      title: "Categories can't be changed here yet",
      text: 'In a later version, you will add, rename and delete categories here.',
    },
  },
  {
    value: 'users',
    label: 'User Management',
    placeholder: {
      icon: UsersRound,
      title: "Users can't be managed here yet",
      text: 'In a later version, all accounts will stand here, with their status and role.',
    },
  },
  {
    value: 'settings',
    label: 'Site Settings',
    placeholder: {
      icon: SlidersHorizontal,
      title: "Settings can't be changed here yet",
      text: 'In a later version, name, contact, approval, payments and maintenance will be set here.',
    },
  },
  {
    value: 'storage',
    label: 'Storage Management',
    placeholder: {
      icon: HardDrive,
      title: "Storage isn't shown here yet",
      text: 'In a later version, this tab will show how much videos and pictures take up.',
    },
  },
  {
    value: 'payments',
    label: 'Payments',
    placeholder: null,
  },
]

/** The section that an address names; the first one for any other name. */
export function readSection(tab: string | null): AdminSection {
  return adminSections.find(({ value }) => value === tab) ?? adminSections[0]
}
