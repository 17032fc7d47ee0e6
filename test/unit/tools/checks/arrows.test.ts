import { describe, expect, it } from 'vitest'
import { faultOf, isClimb } from '#tools/checks/arrows'

const services = 'worker/services'
const upload = 'web/features/publish/upload'

describe('arrows', () => {
  it.each([
    ['a lower room', `${services}/videos/browse/get.ts`, `${services}/accounts/sessions/index.ts`],
    ['its own folder', `${services}/videos/browse/get.ts`, `${services}/videos/model/find.ts`],
    ['a file of its own room', `${services}/videos/embed/get-embed.ts`, `${services}/videos/model/find.ts`],
    ["a lower room's own file", `${services}/videos/browse/get.ts`, `${services}/shared/time.ts`],
    ['queries of a lower room', `${services}/videos/browse/get.ts`, 'db/queries/accounts/users.ts'],
    ['queries that are listed', `${services}/payments/claims/look.ts`, 'db/queries/accounts/users.ts'],
    ['tables of any room', `${services}/payments/claims/look.ts`, 'db/schema/index.ts'],
    ['values of a lower room', 'contract/schemas/site/newsletter.ts', 'contract/values/accounts/messages.ts'],
    ['the list of adapters', `${services}/payments/processors.ts`, 'processors/adapters.ts'],
    ['what adapters share', 'processors/paypal/adapter/api.ts', 'worker/integrations/payments/http.ts'],
    ['what twins share', 'processors/paypal/twin/app.ts', 'dev/sandbox/payments/clock.ts'],
    ['a lower room of the studio', 'web/studio/prepare/prepare.ts', 'web/studio/transcode/transcode.ts'],
    ["the studio's door from its ui", 'web/studio/ui/filmstrip.tsx', 'web/studio/studio.ts'],
    ['what features share', 'web/features/visit/watch/stage/stage.tsx', 'web/entities/video/card/poster.tsx'],
    [
      'its own feature',
      'web/features/visit/watch/stage/stage.tsx',
      'web/features/visit/watch/like-button.tsx',
    ],
    ['what an upload stands on', `${upload}/form/upload-form.tsx`, `${upload}/queue/upload-queue.ts`],
    ['what builds', 'bench/pages/loads.ts', 'build/budgets.ts'],
    ['the inside of a folder to measure it', 'bench/scale/search.ts', `${services}/videos/search/typos.ts`],
  ])('may lead to %s', (_, from, to) => {
    expect(faultOf(from, to)).toBeNull()
  })

  it.each([
    ['a room above', `${services}/accounts/entry/enter.ts`, `${services}/leaving/account-deletion/index.ts`],
    ['payments', `${services}/site/overview/get.ts`, `${services}/payments/orders/index.ts`],
    [
      'the inside of a folder of another room',
      `${services}/videos/embed/get-embed.ts`,
      `${services}/uploads/transfer/find.ts`,
    ],
    ['a door of its own room', `${services}/videos/embed/get-embed.ts`, `${services}/videos/browse/index.ts`],
    ['queries of a room above', `${services}/accounts/entry/enter.ts`, 'db/queries/videos/video.ts'],
    ['queries beside', `${services}/payments/claims/look.ts`, 'db/queries/accounts/passkeys.ts'],
    ['values above', 'contract/values/accounts/account.ts', 'contract/values/videos/library.ts'],
    ['schemas above', 'contract/schemas/accounts/account.ts', 'contract/schemas/videos/video.ts'],
    ['schemas beside', 'contract/schemas/payments/payments.ts', 'contract/schemas/accounts/auth.ts'],
    ['routes', `${services}/videos/browse/get.ts`, 'worker/routes/media.ts'],
    ['the database past the services', 'worker/routes/media.ts', 'db/queries/videos/video.ts'],
    ['an adapter past the list', `${services}/payments/processors.ts`, 'processors/paypal/adapter/index.ts'],
    ['another processor', 'processors/ccbill/adapter/api.ts', 'processors/verotel/adapter/config.ts'],
    ['services from an adapter', 'processors/ccbill/adapter/list.ts', `${services}/payments/processors.ts`],
    ['a twin from its adapter', 'processors/ccbill/adapter/digest.ts', 'processors/ccbill/twin/digest.ts'],
    ['an adapter from its twin', 'processors/ccbill/twin/digest.ts', 'processors/ccbill/adapter/digest.ts'],
    ['queries above', 'db/queries/shared/mail.ts', 'db/queries/moderation/bans.ts'],
    ['schemas from values', 'contract/values/site/legal.ts', 'contract/schemas/site/settings.ts'],
    [
      'another feature',
      'web/features/visit/watch/like-button.tsx',
      'web/features/visit/share/share-button.tsx',
    ],
    [
      'a feature from below',
      'web/entities/video/card/poster.tsx',
      'web/features/visit/watch/like-button.tsx',
    ],
    ['the form of an upload from its queue', `${upload}/queue/lacks.ts`, `${upload}/form/upload-form.tsx`],
    ['what is shown from the queue of an upload', `${upload}/queue/lacks.ts`, 'web/ui/feedback/toast.ts'],
    ['the page from the player', 'web/player/core/recovery.ts', 'web/player/dom/watchdog.ts'],
    ['the inside of the studio', 'web/features/publish/camera/keeper.ts', 'web/studio/cut/remux.ts'],
    ['a room of the studio above', 'web/studio/source/source.ts', 'web/studio/cut/remux.ts'],
    ['any room from one without a place', 'web/studio/new/new.ts', 'web/studio/source/source.ts'],
    ['the worker from the web', 'web/lib/format.ts', 'worker/errors.ts'],
    ['a bench from what builds', 'build/web/chunk-groups.ts', 'bench/pages/loads.ts'],
    ['a bench from what all share', 'tools/checks/start-up.ts', 'bench/load/cpu-time.ts'],
    ['a command', 'tools/tests/demo.ts', 'scripts/db-migrate.ts'],
    ['a test', 'bench/far/measure.ts', 'test/support/vars.ts'],
    ['tools from the worker', 'worker/config.ts', 'tools/site/local.ts'],
  ])('may not lead to %s', (_, from, to) => {
    expect(faultOf(from, to)).toMatch(/\.$/)
  })
})

describe('the path of an import', () => {
  const file = 'web/features/visit/watch/stage/stage.tsx'

  it.each([
    ['./watch-skeleton', 'web/features/visit/watch/stage/watch-skeleton.tsx'],
    ['../../share/share-button', 'web/features/visit/share/share-button.tsx'],
    ['#web/lib/format', 'web/lib/format.ts'],
    ['#contract/values/shared/limits', 'contract/values/shared/limits.ts'],
  ])('may be %s', (specifier, target) => {
    expect(isClimb(file, specifier, target)).toBe(false)
  })

  it.each([
    ['../../../../lib/format', 'web/lib/format.ts'],
    ['../../../../../contract/values/shared/limits', 'contract/values/shared/limits.ts'],
  ])('may not be %s', (specifier, target) => {
    expect(isClimb(file, specifier, target)).toBe(true)
  })

  it('may not leave its area, however near that is', () => {
    expect(
      isClimb('worker/app.ts', '../contract/values/shared/limits', 'contract/values/shared/limits.ts'),
    ).toBe(true)
  })
})
