/** Event of a media element whose engine gave up; its detail is a code of `MediaError`. */
export const engineFault = 'enginefault'
