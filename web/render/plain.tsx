import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static.edge'
import type { RefusedRequest, RemovalReceipt } from '#contract/schemas/moderation/safety'
import type { Boot } from '#contract/schemas/site/boot'
import type { LegalDocument } from '#contract/schemas/site/settings'
import { legalPages } from '#contract/values/site/legal'
import { createQueryClient } from '../app/query-client'
import { RemovalReceiptView } from '../features/visit/removal/removal-receipt'
import { formatDate } from '../lib/format'
import { legalTitles, paths } from '../lib/navigation/paths'
import { linkLook } from '../ui/text/link-look'
import { PlainProse } from '../ui/text/plain-prose'
import { Wordmark } from '../ui/wordmark'
import { PlainRequestForm } from './plain-request-form'

/**
 * Returns what a legal page shows without JavaScript: the text and, below the one on removals, a form that the
 * browser sends itself. `refused`: the request that was just sent by it.
 */
export function renderLegal(
  boot: Boot,
  { slug, title, body, version, publishedAt }: LegalDocument,
  address: string,
  refused: RefusedRequest | null,
): Promise<string> {
  return renderPlain(
    boot,
    <article>
      <h1 className="font-bold text-display">{title}</h1>
      <p className="mt-2 mb-8 text-faint text-meta">
        Version {version}, effective <time dateTime={publishedAt}>{formatDate(publishedAt, 'UTC')}</time>
      </p>
      <PlainProse text={body} />
      {slug === 'removal' ? (
        <PlainRequestForm params={new URL(address).searchParams} refused={refused} />
      ) : null}
    </article>,
  )
}

/** Returns what the page of a removal request shows without JavaScript; `null` if there is none. */
export function renderReceipt(boot: Boot, receipt: RemovalReceipt | null): Promise<string> {
  return renderPlain(
    boot,
    receipt ? (
      <>
        <RemovalReceiptView receipt={receipt} isPlain />
        <p className="mt-4 text-dim text-meta">All times are in UTC. Reload the page for updates.</p>
      </>
    ) : (
      <>
        <h1 className="font-bold text-display">Request not found</h1>
        <p className="text-dim">There's no removal request at this link. Check that you copied all of it.</p>
      </>
    ),
  )
}

async function renderPlain(boot: Boot, contents: ReactNode): Promise<string> {
  const { siteName } = boot.settings
  const { prelude } = await prerender(
    <QueryClientProvider client={createQueryClient(boot)}>
      <header className="page max-w-3xl pt-6">
        <Wordmark name={siteName} logo={boot.settings.logo} />
      </header>
      <main className="page max-w-3xl pt-10">{contents}</main>
      <footer className="page max-w-3xl py-10 text-dim text-meta">
        <nav aria-label="Legal" className="flex flex-wrap gap-x-5">
          {legalPages.map((page) => (
            <a key={page} href={paths.legal(page)} className={linkLook}>
              {legalTitles[page]}
            </a>
          ))}
        </nav>
        <p className="mt-4">The rest of {siteName} needs JavaScript.</p>
      </footer>
    </QueryClientProvider>,
  )
  return new Response(prelude).text()
}
