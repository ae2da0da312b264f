/** An event of the panel's window without any content: nobody sits at the desktop's PC any more, as its screen is locked or it sleeps. */
export const LEFT_EVENT = 'headworks:left';
