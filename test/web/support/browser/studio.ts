import { vi } from 'vitest'

/** Stands for web/studio/studio, which needs workers, WebCodecs and OPFS: the browser tests have them. */
export const fakeStudio: Record<string, () => unknown> = {
  treatmentOf: () => 'copy',
  prepareVideo: vi.fn(),
  drawPictures: vi.fn(async () => {}),
  makeLadder: vi.fn(),
  filmstrip: async () => 0,
  grabFrame: vi.fn(),
  makeTrailer: vi.fn(),
}

/** What the studio says of a prepared video, beside its file. */
export const preparedVideo = {
  storedName: null,
  contentType: 'video/mp4',
  duration: 60,
  width: 1280,
  height: 720,
  isEncoded: false,
  damage: null,
  sounds: { found: [], taken: null },
}
