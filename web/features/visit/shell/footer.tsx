import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { minimumAge } from '#contract/values/shared/limits'
import { legalPages } from '#contract/values/site/legal'
import { settingsQuery, useSiteName } from '#web/entities/settings/settings-query'
import { SiteName } from '#web/entities/settings/site-name.tsx'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useNear } from '#web/lib/dom/use-near'
import { lazyExtra } from '#web/lib/lazy-part'
import { legalTitles, paths } from '#web/lib/navigation/paths'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

const browse = [
  { to: paths.home, label: 'Home' },
  { to: paths.categories, label: 'Categories' },
  { to: paths.premium, label: 'Premium' },
]

// Most visits end above it.
const NewsletterForm = lazyExtra(() => import('./newsletter-form'), 'NewsletterForm')

const DiscreetDialog = lazyDialog(() => import('./discreet/discreet-dialog'), 'DiscreetDialog')

export function Footer() {
  const newsletter = useRef<HTMLDivElement>(null)
  const isNear = useNear(newsletter)
  const [discreetOpen, setDiscreetOpen] = useState(false)
  const siteName = useSiteName()
  const { data: settings } = useQuery(settingsQuery)
  const own = settings?.footerLinks ?? []
  // One person's input must not be shown to the next.
  const { user } = useViewer()
  return (
    <footer className="mt-20 border-line border-t bg-surface-1/50 print:hidden">
      <div className="page grid gap-10 py-12 md:grid-cols-[1fr_auto_auto] md:gap-x-16 lg:grid-cols-[1fr_repeat(3,auto)] lg:gap-20">
        <div className="grid max-w-md content-start gap-4">
          <Wordmark name={siteName} logo={settings?.logo} />
          <p className="flex items-start gap-3 text-dim text-meta">
            <span className="rounded-badge border border-line px-1.5 font-bold text-micro leading-5">
              {minimumAge}+
            </span>
            All models are {minimumAge} years of age or older. This site is for adults only.
          </p>
          <div ref={newsletter} className="min-h-19">
            <Suspense>{isNear ? <NewsletterForm key={user?.id ?? 0} /> : null}</Suspense>
          </div>
        </div>
        <FooterLinks title="Browse" links={browse} />
        <FooterLinks
          title="Legal"
          links={legalPages.map((page) => ({ to: paths.legal(page), label: legalTitles[page] }))}
        />
        {own.length > 0 ? (
          <FooterLinks title="More" links={own.map(({ url, label }) => ({ to: url, label }))} />
        ) : null}
      </div>
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-line border-t py-5 text-faint text-meta max-md:pb-24">
        <p>
          © {new Date().getFullYear()} <SiteName />. All rights reserved.
        </p>
        <button
          type="button"
          onClick={() => setDiscreetOpen(true)}
          className="py-1.5 hover:text-text pointer-coarse:py-2.5"
        >
          Discreet mode
        </button>
        <p>RTA-labelled for parental control software.</p>
      </div>
      <Suspense>{discreetOpen ? <DiscreetDialog onClose={() => setDiscreetOpen(false)} /> : null}</Suspense>
    </footer>
  )
}

function FooterLinks({ title, links }: { title: string; links: { to: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 font-bold text-meta">{title}</h2>
      <ul className="max-md:grid max-md:grid-cols-2">
        {links.map(({ to, label }) => (
          <li key={`${label} ${to}`}>
            <Link
              to={to}
              className="inline-block py-1.5 text-dim text-meta hover:text-text pointer-coarse:py-2.5"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
