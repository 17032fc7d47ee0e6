/** Apart, since every page looks whether there is such a database before it loads more. */
export const uploadsDatabase = 'uploads'
