import { useQuery } from '@tanstack/react-query'
import {
  Activity,
  Briefcase,
  CreditCard,
  Film,
  Flag,
  FolderTree,
  Gauge,
  HardDrive,
  type LucideIcon,
  Mail,
  MessageSquare,
  ScrollText,
  ShieldAlert,
  SlidersHorizontal,
  Tags,
  Users,
} from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { waitingQuery } from '#web/entities/case/waiting-query'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { type AdminSection, adminSections, adminTab, sectionsFor } from '#web/lib/navigation/admin-paths'
import { waitingOf } from './waiting-of'

/** The groups of sections in the panel's navigation; sections of no group come first. */
const groups: readonly { title: string | null; sections: readonly AdminSection[] }[] = [
  { title: null, sections: ['overview'] },
  { title: 'Moderation', sections: ['content', 'reports', 'comments', 'removals'] },
  { title: 'Members', sections: ['users', 'payments'] },
  { title: 'Site', sections: ['categories', 'tags', 'settings', 'storage'] },
  { title: 'Operation', sections: ['audit', 'mail', 'jobs', 'status'] },
]

const icons: Record<AdminSection, LucideIcon> = {
  overview: Gauge,
  content: Film,
  reports: Flag,
  comments: MessageSquare,
  removals: ShieldAlert,
  users: Users,
  payments: CreditCard,
  categories: FolderTree,
  tags: Tags,
  settings: SlidersHorizontal,
  storage: HardDrive,
  audit: ScrollText,
  mail: Mail,
  jobs: Briefcase,
  status: Activity,
}

/** Renders links to the sections that the viewer may open, each with the number that waits there. */
export function SectionLinks({ current }: { current: AdminSection }) {
  const id = useId()
  const { can } = useViewer()
  const open = sectionsFor(can).map(({ value }) => value)
  const shown = groups
    .map(({ title, sections }) => ({ title, sections: sections.filter((each) => open.includes(each)) }))
    .filter(({ sections }) => sections.length > 0)
  return (
    <nav aria-label="Sections" className="grid gap-4">
      {shown.map(({ title, sections }, group) => (
        <div key={sections[0]} className="grid gap-1">
          {title ? (
            <p id={`${id}-${group}`} className="px-3 font-medium text-faint text-meta">
              {title}
            </p>
          ) : null}
          <ul aria-labelledby={title ? `${id}-${group}` : undefined}>
            {sections.map((section) => (
              <li key={section}>
                <SectionLink section={section} current={section === current} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function SectionLink({ section, current }: { section: AdminSection; current: boolean }) {
  const { data } = useQuery(waitingQuery)
  const waiting = waitingOf(section, data)
  const Icon = icons[section]
  return (
    <Link
      to={adminTab(section)}
      aria-current={current ? 'page' : undefined}
      className="flex min-h-10 items-center gap-3 rounded-nav px-3 py-1 font-medium text-dim transition-colors hover:bg-surface-1 hover:text-text focus-visible:-outline-offset-2 aria-[current]:bg-surface-2 aria-[current]:text-text pointer-coarse:min-h-11"
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      <span className="min-w-0 flex-1 leading-5">{sectionName(section)}</span>{' '}
      {waiting ? (
        <span className="rounded-full bg-accent px-2 font-bold text-accent-ink text-meta tabular-nums">
          {waiting}
          <span className="sr-only"> waiting</span>
        </span>
      ) : null}
    </Link>
  )
}

export function sectionName(section: AdminSection): string {
  return adminSections.find(({ value }) => value === section)?.label ?? ''
}
