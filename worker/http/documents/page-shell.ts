/** The built page, cut where the worker fills it: `build/web/page-shell.ts` makes it. */
export interface PageShell {
  /** The page without its scripts, in order. The worker's insertions go between: document-shell.ts says which. */
  parts: {
    /** Up to the attributes of the root element. */
    start: string
    beforeHead: string
    beforeIcons: string
    /** The site's own icons, and the manifest that names it. */
    icons: string
    beforeScripts: string
    beforePlain: string
    /** What a browser without JavaScript shows, unless the document has more to say to it. */
    plain: string
    beforeApp: string
    beforeVideo: string
    beforeData: string
    end: string
  }
  /** File of the styles. */
  style: string
  /** File of the script that runs before the app on a page with a video. */
  startFile: string
  /** File of the script that measures a page. */
  fieldFile: string
  /** Module files of each page and of the entry, the entry last; keyed as routes/pages.ts names them. */
  modules: Record<string, string[]>
  /** Module files of the age gate beside the entry, which pages load only for visitors who will see it. */
  gate: string[]
  /** Tags for a browser in discreet mode; the others never load their files. */
  discreet: string
}
