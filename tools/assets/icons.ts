import { readFileSync } from 'node:fs'
import { withBrowser } from '../programs/browser.ts'

/**
 * `node tools/assets/icons.ts`: draws the site's raster images from its SVG icon with Chromium. Its output is
 * committed; run it again after changing web/public/favicon.svg.
 */
const folder = 'web/public'
const dark = '#15101a'
const icon = readFileSync(`${folder}/favicon.svg`, 'utf8')
/** The icon without its rounded tile, for a background that fills the image. */
const glyph = icon.replace(/<rect[^>]*\/>/, '')

interface Picture {
  file: string
  width: number
  height: number
  html: string
}

const pictures: Picture[] = [
  { file: 'icon-192.png', width: 192, height: 192, html: icon },
  { file: 'icon-512.png', width: 512, height: 512, html: icon },
  // Phones may crop it to a circle. Apple crops it to a rounded tile.
  { file: 'icon-maskable-512.png', width: 512, height: 512, html: onGround(glyph, '70%') },
  { file: 'apple-touch-icon.png', width: 180, height: 180, html: onGround(glyph, '84%') },
  {
    file: 'card.png',
    width: 1200,
    height: 630,
    html: onGround(`${glyph}<span>18+</span>`, '340px'),
  },
]

function onGround(content: string, size: string): string {
  return `<div class="ground" style="--size:${size}">${content}</div>`
}

const style = `
  body { margin: 0; background: transparent }
  body > svg { display: block; width: 100vw; height: 100vh }
  .ground { position: fixed; inset: 0; display: grid; place-items: center; background: ${dark} }
  .ground svg { width: var(--size); height: var(--size) }
  .ground span {
    position: absolute; right: 56px; bottom: 48px; padding: 6px 20px; border: 3px solid #4a4050; border-radius: 14px;
    color: #b7acbd; font: 600 44px/1.2 sans-serif;
  }
`

await withBrowser(async (browser) => {
  for (const { file, width, height, html } of pictures) {
    const page = await browser.newPage({ viewport: { width, height } })
    await page.setContent(`<style>${style}</style>${html}`)
    await page.screenshot({ path: `${folder}/${file}`, omitBackground: true })
    await page.close()
  }
})
