/** The pages whose first screen is in the HTML, by area and file in web/app/pages. */
export const renderedPages: readonly string[] = ['visit/home', 'visit/category', 'premium/premium']
